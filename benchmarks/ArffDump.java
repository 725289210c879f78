// Writes what Weka reads in each ARFF file as one line of JSON: attributes, rows (null is missing), weights.
//   java -cp weka.jar ArffDump.java FILE...        (Java 11 or later compiles it on the way)
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;

public class ArffDump {
    public static void main(String[] files) throws Exception {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
        for (String file : files) {
            // Weka never comes back from some broken files: each is read in a thread that can be left behind.
            String[] line = {"{\"error\":\"no answer within 20 s\"}"};
            Thread reading = new Thread(() -> line[0] = read(file));
            reading.setDaemon(true);
            reading.start();
            reading.join(20_000);
            out.println(line[0]);
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    static String read(String file) {
        StringBuilder line = new StringBuilder();
        try {
            InputStream stream = new FileInputStream(file);
            if (file.endsWith(".gz")) stream = new GZIPInputStream(stream);
            describe(new Instances(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))), line);
        } catch (Throwable problem) {
            line.setLength(0);
            line.append("{\"error\":").append(text(String.valueOf(problem.getMessage()))).append('}');
        }
        return line.toString();
    }

    static void describe(Instances data, StringBuilder out) {
        out.append("{\"attributes\":[");
        for (int j = 0; j < data.numAttributes(); j++) {
            Attribute attribute = data.attribute(j);
            out.append(j == 0 ? "[" : ",[").append(text(attribute.name())).append(',');
            if (attribute.isNominal()) {
                out.append('[');
                for (int v = 0; v < attribute.numValues(); v++)
                    out.append(v == 0 ? "" : ",").append(text(attribute.value(v)));
                out.append(']');
            } else {
                out.append(attribute.isString() ? "\"string\"" : attribute.isDate() ? "\"date\""
                    : attribute.isNumeric() ? "\"numeric\"" : "\"relational\"");
            }
            out.append(']');
        }
        out.append("],\"rows\":[");
        for (int i = 0; i < data.numInstances(); i++) {
            Instance row = data.instance(i);
            out.append(i == 0 ? "[" : ",[");
            for (int j = 0; j < data.numAttributes(); j++) {
                if (j > 0) out.append(',');
                if (row.isMissing(j)) out.append("null");
                else if (data.attribute(j).isNominal() || data.attribute(j).isString()) out.append(text(row.stringValue(j)));
                else out.append(number(row.value(j)));
            }
            out.append(']');
        }
        out.append("],\"weights\":[");
        for (int i = 0; i < data.numInstances(); i++)
            out.append(i == 0 ? "" : ",").append(number(data.instance(i).weight()));
        out.append("]}");
    }

    static String number(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "Infinity" : "-Infinity") : Double.toString(value);
    }

    static String text(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 0x20 || c > 0x7e) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }
}
