import { asText, type JsonObject, listObjectEntries, listTexts } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { fieldsContext, needWord, part } from '../../checks/context.ts'
import type { Report } from '../../checks/report.ts'
import { hasCapability } from '../plans.ts'
import { findServed, isOverlay } from '../screen/overlay.ts'
import { checkPlaceholders } from '../screen/then/checks.ts'
import { checkStepFields } from './check-fields.ts'
import { checkSteps } from './check-steps.ts'
import { checkSubs, isPartOnly } from './check-subs.ts'
import { checkWhen } from './expressions.ts'

/** Checks the screen and the moves of a workflow, its steps, and what they read and write of the records. */
export function checkWorkflow(document: JsonObject, context: CheckContext, report: Report): void {
  const { knownNames, isFaulty } = context
  const id = asText(document.screen) ?? ''
  needWord(report, ['screen'], document.screen, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  checkSteps(document, isFaulty, report)
  const screen = knownNames.screens.has(id) ? findServed(knownNames.documents, id) : undefined
  if (!screen) return
  const base = knownNames.documents.get(id)
  if (isOverlay(base)) {
    const text = `「${id}」没有自己的表，请写它改自的界面「${String(base.extends)}」`
    report(['screen'], { code: 'BAD_VALUE', text })
    return
  }
  checkFlow(document, screen, isFaulty, report)
  checkBeside(document, context, report)
  const fields = fieldsContext(screen, context, report, false)
  checkPlaceholders(fields, ['caseTitle'], document.caseTitle)
  checkWhen(fields, ['when'], document.when)
  checkStepFields(document, fields)
  checkSubs(document, context, report)
}

const moveWords = { start: '提交', pass: '通过', back: '退回', stop: '终止' } as const
type MoveWord = keyof typeof moveWords
const ending = ['pass', 'back', 'stop'] as const

/** The moves of the screen that a workflow names; reported where one is missing or cannot serve. */
function checkFlow(
  document: JsonObject,
  screen: JsonObject,
  isFaulty: CheckContext['isFaulty'],
  report: Report,
): void {
  const id = String(document.screen)
  const flow = part(screen, 'flow')
  if (screen.flow === undefined) {
    report(['screen'], { code: 'BAD_VALUE', text: `「${id}」没有审批，请先在那里写 flow，或换一个界面` })
    return
  }
  const moves = new Map(
    listObjectEntries(flow.moves).flatMap(([, move]) =>
      typeof move.code === 'string' ? [[move.code, move] as const] : [],
    ),
  )
  for (const word of Object.keys(moveWords))
    needWord(report, [word], document[word], moves, 'UNKNOWN_NAME', '审批动作')
  const named = (word: MoveWord) => moves.get(asText(document[word]) ?? '')
  if (isFaulty(['start']) || !distinct(document, report)) return
  const start = named('start')
  const refuse = (word: MoveWord, text: string) => report([word], { code: 'BAD_VALUE', text })
  for (const word of ending) {
    const move = named(word)
    if (move && part(move, 'ask').required === true)
      refuse(
        word,
        `${title(move)}要人填写「${String(part(move, 'ask').title)}」，由流程执行时没有人填，请在「${id}」里去掉 ask.required，或换一个动作`,
      )
  }
  if (!start) return
  const state = asText(start.to) ?? ''
  const editable = flow.editable === undefined ? undefined : listTexts(flow.editable)
  const isEditable = (value: string) => editable?.includes(value) ?? true
  if (state === flow.initial) refuse('start', `${title(start)}到的「${state}」是初始状态，请换一个动作`)
  else if (isEditable(state))
    refuse(
      'start',
      `流程走的时候记录不能改，请让「${id}」的 flow.editable 只写能改的状态，里面没有「${state}」`,
    )
  for (const word of ending) {
    const move = named(word)
    if (!move) continue
    if (!listTexts(move.from).includes(state))
      refuse(
        word,
        `${title(move)}不能从「${state}」执行，请在「${id}」的 flow 里给它的 from 加上「${state}」，或换一个动作`,
      )
    else if (move.to === state) refuse(word, `${title(move)}到的还是「${state}」，请换一个动作`)
  }
  const back = named('back')
  const reached = asText(back?.to) ?? ''
  if (!back || reached === state) return
  if (!listTexts(start.from).includes(reached))
    refuse(
      'back',
      `退回到「${reached}」以后不能再${title(start)}，请换一个动作，或给${title(start)}的 from 加上「${reached}」`,
    )
  else if (!isEditable(reached))
    refuse(
      'back',
      `退回到「${reached}」以后不能改，请在「${id}」的 flow.editable 里加上「${reached}」，或换一个动作`,
    )
}

const title = (move: JsonObject): string => `「${asText(move.title) ?? String(move.code)}」`

/** Whether the moves differ, except that `stop` may be what `back` is. */
function distinct(document: JsonObject, report: Report): boolean {
  const pairs: [MoveWord, MoveWord][] = [
    ['pass', 'start'],
    ['back', 'start'],
    ['stop', 'start'],
    ['back', 'pass'],
    ['stop', 'pass'],
  ]
  const same = pairs.find(
    ([word, other]) => document[word] !== undefined && document[word] === document[other],
  )
  if (!same) return true
  const [word, other] = same
  const text = `${moveWords[other]}和${moveWords[word]}写了同一个动作「${String(document[word])}」，请换一个`
  report([word], { code: 'BAD_VALUE', text })
  return false
}

/** Of the workflows of a screen one has no condition, which takes what the others leave. */
function checkBeside(document: JsonObject, { knownNames }: CheckContext, report: Report): void {
  const { id, screen, when } = document
  if (typeof id !== 'string') return
  const workflows = [...knownNames.documents.values()].filter((entry) => hasCapability(entry, 'leadsRecords'))
  if (isPartOnly(document, workflows)) return
  const other = workflows.find(
    (entry) =>
      !isPartOnly(entry, workflows) && entry.id !== id && entry.screen === screen && entry.when === when,
  )
  if (!other) return
  const named = `「${String(screen)}」已有流程「${String(other.title)}」`
  if (when === undefined)
    report(['screen'], { code: 'BAD_VALUE', text: `${named}，也没有条件，请给其中一份写 when，或换一个界面` })
  else report(['when'], { code: 'BAD_VALUE', text: `${named}写着同样的条件，请改其中一份` })
}
