import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PipelinesApi;
import org.openapitools.client.api.ServicesApi;
import org.openapitools.client.model.PipelineRequest;

/** Uses the client that was made for Java. */
public class Use {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("BASE"));
        client.setApiKey(System.getenv("TOKEN"));
        ServicesApi services = new ServicesApi(client);
        File text = File.createTempFile("text", ".txt");
        Files.writeString(text.toPath(), "Zürich or Dublin");
        File found = services.enrichEntities("dictionary")
            .dataset("places").language("en").informat("text").body(text).execute();
        check(found);
        PipelineRequest request = new PipelineRequest()
            .method(PipelineRequest.MethodEnum.POST)
            .endpoint("/e-entity/dictionary/documents")
            .parameters(Map.of("dataset", "places", "language", "en"));
        String id = new PipelinesApi(client).createPipeline(List.of(request)).execute().getId();
        check(services.runStoredPipeline(id).informat("text").outformat("turtle").body(text).execute());
        System.out.println("Java: ok");
    }

    private static void check(File answer) throws Exception {
        String written = Files.readString(answer.toPath());
        if (!written.contains("taIdentRef")) {
            throw new IllegalStateException(written);
        }
    }
}
