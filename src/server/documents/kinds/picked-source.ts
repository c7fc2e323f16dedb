import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { PickerDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry, RegistryEntry } from '../library/registry.ts'
import { listCode } from './list.ts'

const sourceId = ({ source }: PickerDocument): string => ('screen' in source ? source.screen : source.report)

/** The document whose records a picker shows. */
export const findSource = (
  documents: Pick<DocumentRegistry, 'screen' | 'report'>,
  picker: PickerDocument,
): RegistryEntry<StoredScreen | StoredReport> | undefined =>
  documents.screen(sourceId(picker)) ?? documents.report(sourceId(picker))

/** The codes of which one opens a picker; the first gives the least. */
export function pickerCodes(
  documents: Pick<DocumentRegistry, 'screen' | 'report'>,
  picker: PickerDocument,
): string[] {
  const source = findSource(documents, picker)
  return [
    ...(picker.needs === undefined ? [] : [picker.needs]),
    ...(source ? [listCode(source.document)] : []),
  ]
}

/** The pickers over a document that have a permission code. */
export const pickersOver = (
  documents: Pick<DocumentRegistry, 'entries'>,
  id: string,
): (PickerDocument & { needs: string })[] =>
  documents.entries().flatMap(({ document }) => {
    const picker = asDocumentWith(document, 'picksRecords')
    return picker?.needs && sourceId(picker) === id ? [{ ...picker, needs: picker.needs }] : []
  })

/** The keys that a picker shows, queries by and returns. */
export const pickedKeys = ({
  fields,
  query = [],
  sideTree,
  returns = { id: 'id' },
}: PickerDocument): string[] => [
  'id',
  ...fields,
  ...query,
  ...(sideTree ? [sideTree.field] : []),
  ...Object.values(returns),
]
