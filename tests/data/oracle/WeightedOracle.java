// Makes weighted.json from weighted.arff with Weka 3.6.14:
//   javac -cp weka.jar WeightedOracle.java && java -cp weka.jar:. WeightedOracle weighted.arff 48 > weighted.json
// The first rows (48 here) are for training, the others are classified in file order.
import java.io.BufferedReader;
import java.io.FileReader;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;

public class WeightedOracle {
    public static void main(String[] args) throws Exception {
        Instances data = new Instances(new BufferedReader(new FileReader(args[0])));
        data.setClassIndex(data.numAttributes() - 1);
        int n = Integer.parseInt(args[1]);
        Instances train = new Instances(data, 0, n);
        String nb = "weka.classifiers.bayes.NaiveBayes";
        String lwl = "weka.classifiers.lazy.LWL";
        String fc = "weka.classifiers.meta.FilteredClassifier -F weka.filters.supervised.attribute.Discretize -W ";
        String[] schemes = {
            nb, "weka.classifiers.lazy.IBk -K 7", "weka.classifiers.lazy.IBk -K 7 -F",
            lwl + " -K 15 -U 0 -W " + nb, lwl + " -K 15 -U 1 -W " + nb, lwl + " -K 15 -U 2 -W " + nb,
            lwl + " -K 15 -U 3 -W " + nb, lwl + " -K 15 -U 4 -W " + nb, lwl + " -K 15 -U 5 -W " + nb,
            fc + nb, fc + lwl + " -- -K 15 -W " + nb,
        };
        StringBuilder out = new StringBuilder("{\"weka\": \"3.6.14\", \"train\": " + n + ", \"posteriors\": {");
        for (int s = 0; s < schemes.length; s++) {
            String[] options = Utils.splitOptions(schemes[s]);
            String name = options[0];
            options[0] = "";
            Classifier c = Classifier.forName(name, options);
            c.buildClassifier(train);
            out.append(s > 0 ? ",\n" : "\n").append("\"" + schemes[s] + "\": [");
            for (int i = n; i < data.numInstances(); i++) {
                double[] p = c.distributionForInstance(data.instance(i));
                out.append(i > n ? ",\n  " : "\n  ").append(java.util.Arrays.toString(p));
            }
            out.append("]");
        }
        System.out.println(out.append("\n}}"));
    }
}
