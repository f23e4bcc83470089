// Uses the client that was made for TypeScript.
import { Configuration, PipelinesApi, ServicesApi } from "./index";

async function main(): Promise<void> {
    const configuration = new Configuration({ basePath: process.env.BASE, apiKey: process.env.TOKEN });
    const services = new ServicesApi(configuration);
    const text = new Blob(["Zürich or Dublin"], { type: "text/plain" });
    const found = await services.enrichEntities({
        entityEngine: "dictionary", dataset: "places", language: "en", informat: "text", body: text,
    });
    await check(found);
    const pipelineRequest = [{
        method: "POST" as const,
        endpoint: "/e-entity/dictionary/documents",
        parameters: { dataset: "places", language: "en" },
    }];
    const stored = await new PipelinesApi(configuration).createPipeline({ pipelineRequest });
    const answer = await services.runStoredPipeline({
        pipelineId: stored.id, informat: "text", outformat: "turtle", body: text,
    });
    await check(answer);
    console.log("TypeScript: ok");
}

async function check(answer: Blob): Promise<void> {
    const written = await answer.text();
    if (!written.includes("taIdentRef")) {
        throw new Error(written);
    }
}

main().catch((error) => {
    console.error(error);
    process.exitCode = 1;
});
