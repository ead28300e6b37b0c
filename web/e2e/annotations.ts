import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints what tests measured beside whether they passed. */
class Annotations implements Reporter {
  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (description) process.stdout.write(`      ${test.parent.project()?.name}: ${type}: ${description}\n`);
    }
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default Annotations;
