import type { LedgerColumnTitle } from '#runtime/record/ledger/answers.ts'

/** Columns of a table of texts. */
export const textColumns = <Row extends { texts: Record<string, string> }>(
  columns: readonly LedgerColumnTitle[],
) =>
  columns.map(({ key, title, isNumber }) => ({
    key,
    title,
    ...(isNumber && { align: 'right' as const, className: 'pro-num' }),
    render: (_: unknown, { texts }: Row) => texts[key] ?? '',
  }))
