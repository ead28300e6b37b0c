// Fails if the OpenAPI document breaks a recommended rule of Redocly, also one that only warns.
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'info-license': 'off', // the document has no licence of its own
  },
});
const problems = await lint({ ref: new URL('../../../openapi.json', import.meta.url).pathname, config });
const totals = getTotals(problems);
formatProblems(problems, { totals, format: 'stylish' });
process.exitCode = totals.errors + totals.warnings > 0 ? 1 : 0;
