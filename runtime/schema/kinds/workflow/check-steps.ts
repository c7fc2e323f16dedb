import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import type { Path, Report } from '../../checks/report.ts'
import { type StepType, stepHead, stepTitles, stepWords } from './shape.ts'
import { listSteps, MAX_DEPTH } from './steps.ts'

/** Steps of a workflow, at any depth. */
export const MAX_STEPS = 100

type IsFaulty = CheckContext['isFaulty']

/** Checks the steps for themselves: their keys, and that each has what its type needs and nothing else. */
export function checkSteps(document: JsonObject, isFaulty: IsFaulty, report: Report): void {
  const steps = listSteps(document)
  const keys = new Set<string>()
  for (const { step, path, depth } of steps) {
    if (depth > MAX_DEPTH) {
      report(path, { code: 'BAD_VALUE', text: `分支最多套 ${MAX_DEPTH} 层，请分成几份流程，或把条件合并` })
      continue
    }
    const key = asText(step.key)
    if (key !== undefined && keys.has(key))
      report([...path, 'key'], { code: 'DUPLICATE_KEY', text: `步骤的编码「${key}」写了两次，请换一个` })
    keys.add(key ?? '')
    if (!isFaulty([...path, 'type'])) checkStep(step, path, isFaulty, report)
  }
  if (steps.length > MAX_STEPS)
    report(['steps'], {
      code: 'BAD_VALUE',
      text: `步骤最多 ${MAX_STEPS} 个，这里有 ${steps.length} 个，请分成几份流程`,
    })
  const isDecided = steps.some(({ step }) => ['approve', 'fill', 'sub'].includes(String(step.type)))
  if (steps.length > 0 && !isDecided && !isFaulty(['steps']))
    report(['steps'], {
      code: 'BAD_VALUE',
      text: '没有要人办理的步骤，请加一步 "type": "approve"，或删去这份流程',
    })
}

const isStepType = (type: unknown): type is StepType => Object.hasOwn(stepTitles, String(type))

function checkStep(step: JsonObject, path: Path, isFaulty: IsFaulty, report: Report): void {
  const { type } = step
  if (!isStepType(type)) return
  checkWords(step, type, path, report)
  const need = (word: string, text: string) => {
    if (step[word] === undefined && !isFaulty([...path, word])) report(path, { code: 'MISSING_KEY', text })
  }
  if (stepWords[type].includes('to')) need('to', '缺少 to：谁来办，如 "to": { "heads": 1 }')
  if (type === 'fill') need('write', '缺少 write：要填哪些字段，不用填的请把 type 改成 approve')
  if (type === 'sub') need('workflow', '缺少 workflow：走哪份流程，如 "workflow": "bill/purchase-check"')
  if (type === 'wait') need('until', '缺少 until：等到哪天，如 "until": "fdate"')
  if (stepWords[type].includes('branches'))
    need(
      'branches',
      '缺少 branches：至少两支，如 [{ "title": "一万元以上", "when": "…" }, { "title": "其他" }]',
    )
  if (stepWords[type].includes('to')) {
    checkPeople(step, path, isFaulty, report)
    checkShare(step, path, report)
  }
  if (type === 'branch') checkConditions(step, path, report)
  if (type === 'parallel')
    for (const [at, branch] of listObjectEntries(step.branches))
      if (branch.when !== undefined) {
        const text = '并行的各支都走，没有条件，请删去 when，或把 type 改成 branch'
        report([...path, 'branches', at, 'when'], { code: 'BAD_VALUE', text })
      }
}

/** Reports words that belong to steps of other types. */
function checkWords(step: JsonObject, type: StepType, path: Path, report: Report): void {
  for (const word of Object.keys(step)) {
    if (Object.hasOwn(stepHead, word) || stepWords[type].includes(word)) continue
    const others = (Object.keys(stepTitles) as StepType[]).filter((other) => stepWords[other].includes(word))
    if (others.length === 0) continue
    const listed = others.map((other) => `${other}（${stepTitles[other]}）`).join('、')
    const text = `${word} 只用于 ${listed}，这一步是 ${type}，请删去，或改 type`
    report([...path, word], { code: 'BAD_VALUE', text })
  }
}

function checkPeople(step: JsonObject, path: Path, isFaulty: IsFaulty, report: Report): void {
  const at = [...path, 'to']
  if (!isJsonObject(step.to) || isFaulty(at)) return
  const { heads, upTo, ...others } = step.to
  if (upTo !== undefined && heads === undefined)
    report([...at, 'upTo'], { code: 'BAD_VALUE', text: 'upTo 随 heads 写：从第几级审起，如 "heads": 1' })
  else if (Number(upTo) <= Number(heads)) {
    const text = `upTo 要比 heads 的 ${Number(heads)} 大，请改大，只审一级的请删去 upTo`
    report([...at, 'upTo'], { code: 'BAD_VALUE', text })
  }
  const isNamed = Object.keys(others).some((word) => !word.startsWith('x-'))
  if (heads === undefined && upTo === undefined && !isNamed) {
    const text = '没有办理人，请写 users、roles、positions、heads 中的一样'
    report(at, { code: 'BAD_VALUE', text })
  }
}

function checkShare({ how, share }: JsonObject, path: Path, report: Report): void {
  if (how === 'share' && share === undefined)
    report(path, { code: 'MISSING_KEY', text: '缺少 share：百分之几的人同意就通过，如 "share": 60' })
  if (how !== 'share' && share !== undefined) {
    const text = 'share 只用于 "how": "share"，请删去，或改 how'
    report([...path, 'share'], { code: 'BAD_VALUE', text })
  }
}

/** Every branch but the last has a condition, and no two the same. */
function checkConditions(step: JsonObject, path: Path, report: Report): void {
  const branches = listObjectEntries(step.branches)
  const seen = new Map<string, string>()
  for (const [position, [at, branch]] of branches.entries()) {
    const place = [...path, 'branches', at]
    const isLast = position === branches.length - 1
    if (!isLast && branch.when === undefined) {
      const text = '缺少 when：什么条件走这一支；别的都不成立时走的那支请放在最后'
      report(place, { code: 'MISSING_KEY', text })
    }
    if (isLast && branch.when !== undefined) {
      const text = '最后一支是别的都不成立时走的，不写 when，请删去，或在后面加一支'
      report([...place, 'when'], { code: 'BAD_VALUE', text })
      continue
    }
    const condition = asText(branch.when)?.replace(/\s+/g, ' ').trim()
    if (condition === undefined) continue
    const earlier = seen.get(condition)
    if (earlier !== undefined) {
      const text = `与「${earlier}」的条件一样，走不到这一支，请改条件，或删去这一支`
      report([...place, 'when'], { code: 'BAD_VALUE', text })
    } else seen.set(condition, asText(branch.title) ?? '')
  }
}
