import type { WorkflowDocument } from '#runtime/schema/kinds/workflow/shape.ts'
import { designRead } from '../check/constants.ts'
import type { ServerKind } from './contract.ts'

export const workflowKind: ServerKind<WorkflowDocument> = {
  kind: 'workflow',
  dependencies: ({ screen }) => [screen],
  // It names people and conditions; the server alone runs it.
  openCode: () => designRead,
  indexEntry: ({ screen }) => ({ components: [], screen }),
  // A workflow has no menu entry, no permission code and no names.
  register: async () => undefined,
  unregister: async () => undefined,
}
