import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * Several real OpenSearch nodes in one process, for tests: a cluster that speaks HTTP on ports of this machine alone. Arguments: a
 * folder for its data, how many nodes, the first port. Says "ready ADDRESS" once they have found each other; then "stop N" and
 * "start N" on stdin end one node and start it again. Ends when stdin does.
 *
 * With two more arguments it is one node of such a cluster: its number, and the addresses of all, separated by commas.
 */
public class Nodes {
  static final class OneNode extends Node {
    OneNode(Environment environment) {
      super(environment, List.<Class<? extends Plugin>>of(Netty4Plugin.class, PainlessPlugin.class, CommonAnalysisPlugin.class), false);
    }
  }

  static Settings settings(Path home, List<String> addresses, int number, int http, int transport) {
    int count = addresses.size();
    String masters = IntStream.range(0, count).mapToObj(i -> "node-" + i).collect(Collectors.joining(","));
    String hosts = IntStream.range(0, count).mapToObj(i -> addresses.get(i) + ":" + (transport + i)).collect(Collectors.joining(","));
    return Settings.builder()
      .put("cluster.name", "docent-tests")
      .put("node.name", "node-" + number)
      .put("path.home", home.resolve("node-" + number).toString())
      .put("network.host", addresses.get(number))
      .put("http.port", http + number)
      .put("transport.port", transport + number)
      .put("discovery.seed_hosts", hosts)
      .put("cluster.initial_cluster_manager_nodes", masters)
      .put("cluster.routing.allocation.disk.threshold_enabled", false)
      .put("cluster.routing.allocation.node_concurrent_recoveries", 8)
      .put("node.store.allow_mmap", false)
      .build();
  }

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    int http = Integer.parseInt(args[2]);
    int transport = http + 100;
    int only = args.length > 3 ? Integer.parseInt(args[3]) : -1;
    List<String> addresses = args.length > 4 ? List.of(args[4].split(",")) : Collections.nCopies(count, "127.0.0.1");
    Node[] nodes = new Node[count];
    for (int i = 0; i < count; i++) {
      if (only >= 0 && i != only) continue;
      Files.createDirectories(home.resolve("node-" + i));
      nodes[i] = new OneNode(InternalSettingsPreparer.prepareEnvironment(settings(home, addresses, i, http, transport), Map.of(), null, () -> "node"));
    }
    List<Thread> threads = new ArrayList<>();
    for (Node node : nodes) { if (node == null) continue; Thread t = new Thread(() -> { try { node.start(); } catch (Exception e) { e.printStackTrace(); System.exit(1);} }); t.start(); threads.add(t); }
    for (Thread t : threads) t.join();
    int first = Math.max(only, 0);
    System.out.println("ready http://" + addresses.get(first) + ":" + (http + first));
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.trim().split(" ");
      if (words[0].equals("stop")) { nodes[Integer.parseInt(words[1])].close(); System.out.println("stopped " + words[1]); }
      if (words[0].equals("start")) {
        int i = Integer.parseInt(words[1]);
        nodes[i] = new OneNode(InternalSettingsPreparer.prepareEnvironment(settings(home, addresses, i, http, transport), Map.of(), null, () -> "node"));
        nodes[i].start(); System.out.println("started " + words[1]);
      }
    }
    for (Node node : nodes) if (node != null && !node.isClosed()) node.close();
    System.exit(0);
  }
}
