import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { PrintDocument } from '#runtime/schema/kinds/print/shape.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'

export const printKind: ServerKind<PrintDocument> = {
  kind: 'print',
  dependencies: ({ screen }) => [screen],
  // A template contains no record; the right to print the records of its screen opens it.
  openCode({ screen }, documents) {
    const source = documents.screen(screen)
    return source ? codeOfAction(source.document, 'print') : designRead
  },
  indexEntry: ({ screen }) => ({ components: [], screen }),
  // A template has no menu entry, no permission code and no names.
  register: async () => undefined,
  unregister: async () => undefined,
}
