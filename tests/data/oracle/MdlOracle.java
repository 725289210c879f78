// Prints the cut points that Weka 3.6.14's supervised Discretize finds for the first attribute of each ARFF file:
//   javac -cp weka.jar MdlOracle.java && java -cp weka.jar:. MdlOracle *.arff
import java.io.BufferedReader;
import java.io.FileReader;
import java.util.Arrays;
import weka.core.Instances;
import weka.filters.Filter;
import weka.filters.supervised.attribute.Discretize;

public class MdlOracle {
    public static void main(String[] args) throws Exception {
        for (String file : args) {
            Instances data = new Instances(new BufferedReader(new FileReader(file)));
            data.setClassIndex(data.numAttributes() - 1);
            Discretize filter = new Discretize();
            filter.setInputFormat(data);
            Filter.useFilter(data, filter);
            System.out.println(Arrays.toString(filter.getCutPoints(0)));
        }
    }
}
