// A client of the Model Context Protocol by its SDK for TypeScript, which checks answers against the schemas of tools.
// Arguments: the command of the server. Writes the answers as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command, args }));
const { tools } = await client.listTools();
const found = await client.callTool({ name: "annotate", arguments: { path: "page.html", return_file: true } });
const chunks = await client.callTool({ name: "chunk", arguments: { path: "page.html", recognizer: "places" } });
const refused = await client.callTool({ name: "annotate", arguments: { path: "/etc/passwd" } });
await client.close();
console.log(JSON.stringify({ tools, found, chunks, refused }));
