import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { nameElement } from './graph.ts'
import { type BpmnElement, BpmnRefused, createModdle, plainText, readWords } from './moddle.ts'
import { StepReader } from './read-steps.ts'
import { refuseCode } from './refuse-code.ts'
import { toDocumentId } from './step-elements.ts'

const MAX_LENGTH = 1_000_000
const MAX_ELEMENTS = 5000

export interface ImportedWorkflow {
  /** The parts of a workflow that the file says; `steps` always, those of its screen only where this program wrote the file. */
  document: JsonObject & { steps: JsonObject[] }
  /** What could not be carried, each as a text with the name of its element. */
  left: string[]
}

/**
 * Reads the steps of a workflow from a BPMN 2.0 file of this or another program. Refused with `BpmnRefused`: what is no such file,
 * anything that would run as code, and a graph that is not made of splits and their joins. Nothing is fetched or run.
 */
export async function importBpmn(xml: string): Promise<ImportedWorkflow> {
  const definitions = await readDefinitions(xml)
  refuseCode(definitions)
  const roots = listObjects(definitions.rootElements) as BpmnElement[]
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process')
  const filled = processes.filter(({ flowElements }) => listObjects(flowElements).length > 0)
  const chosen = filled.find(({ isExecutable }) => isExecutable === true) ?? filled[0]
  if (!chosen) throw new BpmnRefused('文件里没有流程图，请在原来的工具里画好步骤再导出')
  const left = filled
    .filter((other) => other !== chosen)
    .map((other) => `流程${nameElement(other)}：一次只导入一个流程`)
  for (const collaboration of roots.filter(({ $type }) => $type === 'bpmn:Collaboration'))
    if (listObjects(collaboration.messageFlows).length > 0) left.push('泳池之间的消息流')
  const words = readWords(chosen, 'Workflow')
  const steps = new StepReader(left).readProcess(chosen)
  if (words) {
    const title =
      plainText(words.title) === plainText(chosen.name) && 'title' in words ? words.title : chosen.name
    const document = {
      ...words,
      ...(title !== undefined && { title }),
      id: toDocumentId(asText(chosen.id) ?? ''),
      steps,
    }
    return { document, left }
  }
  const title = plainText(chosen.name)
  const [note] = listObjects(chosen.documentation)
  const description = plainText(note?.text).slice(0, 500)
  return {
    document: { ...(title && { title: title.slice(0, 200) }), ...(description && { description }), steps },
    left,
  }
}

async function readDefinitions(xml: string): Promise<BpmnElement> {
  if (xml.length > MAX_LENGTH)
    throw new BpmnRefused('文件超过 1 MB，请拆成几个流程，或删去图以外的内容再导入')
  const isTooMany = (xml.match(/<[A-Za-z_]/g)?.length ?? 0) > MAX_ELEMENTS * 4
  const head = xml.slice(0, Math.max(0, xml.search(/<[A-Za-z_]/)))
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head))
    throw new BpmnRefused('文件带 DOCTYPE 声明，为安全起见不读，请删去这一行再导入')
  if (isTooMany) throw new BpmnRefused('文件里的元素太多，请拆成几个流程再导入')
  const root = await createModdle()
    .fromXML(xml.replace(/^\uFEFF/, ''))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : ''
      throw new BpmnRefused(
        /unclosed|unexpected|missing|malformed|invalid/i.test(reason)
          ? '文件不完整，或不是 XML，请重新导出再导入'
          : '不是 BPMN 2.0 文件，请选 .bpmn 或 .bpmn20.xml 文件',
      )
    })
  const elements = listObjects(root.rootElement.rootElements).flatMap(({ flowElements }) =>
    listObjects(flowElements),
  )
  if (elements.length > MAX_ELEMENTS || !isJsonObject(root.rootElement))
    throw new BpmnRefused('文件里的元素太多，请拆成几个流程再导入')
  return root.rootElement
}
