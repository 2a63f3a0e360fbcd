// A reporter for Node's test runner: one line of JSON for every test that failed.
export default async function* failures(events) {
  for await (const { type, data } of events) {
    // A file whose tests failed is reported as failed, too.
    if (type !== "test:fail" || data.details?.error?.failureType === "subtestsFailed") continue;
    yield `${JSON.stringify({ file: data.file, name: data.name })}\n`;
  }
}
