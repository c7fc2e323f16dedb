import type { StepType } from '#runtime/schema/kinds/workflow/shape.ts'

/** The elements of BPMN for the types of steps; both types of gateways are written as pairs. */
export const stepElements: Readonly<Record<StepType, string>> = {
  approve: 'bpmn:UserTask',
  fill: 'bpmn:UserTask',
  copy: 'bpmn:SendTask',
  act: 'bpmn:ServiceTask',
  wait: 'bpmn:IntermediateCatchEvent',
  sub: 'bpmn:CallActivity',
  branch: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
}

/** The id of the process of a workflow: BPMN has no slash in ids, ids of documents have no dot. */
export const toProcessId = (documentId: string): string => documentId.replace('/', '.')
export const toDocumentId = (processId: string): string => processId.replace('.', '/')
