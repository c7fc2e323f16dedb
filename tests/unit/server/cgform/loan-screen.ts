import type { JsonObject } from '#runtime/kernel/json.ts'

/** The screen whose records the clients of these tests read and write: head `demo.loan`, table `dmo_loan`. */
export const loanScreen = (parts: JsonObject): JsonObject => ({
  version: 2,
  kind: 'screen',
  id: 'demo/loan',
  title: '借展',
  perm: 'demo:loan',
  table: { name: 'dmo_loan' },
  ...parts,
})
