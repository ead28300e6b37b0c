import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the measurements of tests. */
class Annotations implements Reporter {
  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (description) process.stdout.write(`      ${test.parent.project()?.name}: ${type}: ${description}\n`);
    }
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright requires it
export default Annotations;
