// Prints the parent of each attribute (-1: none) in the tree that Weka 3.6.14's TAN search finds in each ARFF file:
//   javac -cp weka.jar TanOracle.java && java -cp weka.jar:. TanOracle *.arff
// and, without files, the bits of Weka's ln Γ(k/2) for k from 1 to 400, on which ties between trees depend.
import java.io.BufferedReader;
import java.io.FileReader;
import weka.classifiers.bayes.BayesNet;
import weka.core.Instances;
import weka.core.Statistics;
import weka.core.Utils;

public class TanOracle {
    public static void main(String[] args) throws Exception {
        for (int k = 1; k <= 400 && args.length == 0; k++) {
            System.out.println(Double.toHexString(Statistics.lnGamma(k / 2.0)));
        }
        for (String file : args) {
            Instances data = new Instances(new BufferedReader(new FileReader(file)));
            data.setClassIndex(data.numAttributes() - 1);
            BayesNet net = new BayesNet();
            net.setOptions(Utils.splitOptions("-D -Q weka.classifiers.bayes.net.search.local.TAN --"));
            net.buildClassifier(data);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < data.classIndex(); i++) {
                int parent = -1;
                for (int k = 0; k < net.getNrOfParents(i); k++) {
                    if (net.getParent(i, k) != data.classIndex()) {
                        parent = net.getParent(i, k);
                    }
                }
                line.append(parent).append(' ');
            }
            System.out.println("tree " + line.toString().trim());
        }
    }
}
