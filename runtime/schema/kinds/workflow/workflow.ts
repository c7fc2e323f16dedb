import { collectProblems } from '../../checks/report.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkWorkflow } from './check.ts'
import { workflowPlan } from './plan.ts'
import { WorkflowDocument } from './shape.ts'
import { workflowStarter } from './starter.ts'

/** Workflows: who decides about a record, one step after another, from its submission to the move that ends it. */
export const workflowKind = defineDocumentKind<WorkflowDocument>({
  ...workflowPlan,
  otherNames: 'bpm approval process flowable activiti 审批流 工作流',
  shape: ({ plain }) => plain(WorkflowDocument),
  check: (document, context) =>
    collectProblems(document, (report) => checkWorkflow(document, context, report), context.refer),
  publicView: (document) => publicParts(document, ['when', 'steps']),
  names: () => ({ claims: [] }),
  migrate: [undefined, undefined],
  starter: workflowStarter,
  settings: { without: ['steps'] },
})
