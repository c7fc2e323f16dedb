import type { Path } from '#runtime/schema/checks/report.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { placesText } from '../../../documents/field-places.ts'
import type { Db } from '../../../platform/store/database.ts'
import { usesByValue } from '../../dict/interface.ts'

/** Items that a dictionary no longer has while records use them: those show the stored value. */
export async function findLostItems(
  db: Db,
  served: Document | undefined,
  draft: Document,
  place: (path: Path) => string,
): Promise<DocumentProblem[]> {
  const before = served && asDocumentWith(served, 'hasChoices')
  const after = asDocumentWith(draft, 'hasChoices')
  // The values of a table or a tree are in its rows.
  if (!before?.items || !after?.items) return []
  const present = new Set(after.items.map(({ value }) => String(value)))
  const lost = before.items.map(({ value }) => String(value)).filter((value) => !present.has(value))
  return [...(await usesByValue(db, before.code, lost))].map(([value, uses]) => {
    const count = uses.reduce((sum, { records }) => sum + records, 0)
    const text = `字典去掉了「${value}」，还有 ${count} 条记录用着它（${placesText(uses)}），以后显示存的值；只是不让再选的，请把它写成停用`
    return { path: place(['items']), code: 'BAD_VALUE', text }
  })
}
