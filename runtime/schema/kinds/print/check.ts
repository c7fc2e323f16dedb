import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { fieldsContext, needWord } from '../../checks/context.ts'
import type { Report } from '../../checks/report.ts'
import { findServed } from '../screen/overlay.ts'
import { checkCommon, checkText, type PrintBlockContext } from './blocks/block-shape.ts'
import { findPrintBlockShape } from './blocks/shapes.ts'
import { contentSize, gridSize, type LabelGrid, type PageLayout, parsePaper } from './page.ts'

/** Checks the screen of a template, and the fields, detail tables and placeholders that its blocks name. */
export function checkPrint(document: JsonObject, context: CheckContext, report: Report): void {
  const { knownNames } = context
  needWord(report, ['screen'], document.screen, knownNames.screens, 'UNKNOWN_NAME', '文档', 'document')
  const screenId = asText(document.screen) ?? ''
  const screen = findServed(knownNames.documents, screenId)
  if (!screen || !knownNames.screens.has(screenId)) return
  const fields = fieldsContext(screen, context, report, false)
  for (const [index, block] of listObjectEntries(document.blocks)) {
    const path = ['blocks', index]
    const blockContext = { ...fields, screen, screenId, path }
    checkCommon(block, blockContext)
    findPrintBlockShape(block)?.check?.(block, blockContext)
  }
  for (const edge of ['header', 'footer'])
    checkRunning(document[edge], { ...fields, screen, screenId, path: [edge] })
  checkPage(document, context, report)
}

/** Checks the texts of a header or a footer; `{page}` and `{pages}` are numbers of pages. */
function checkRunning(line: unknown, context: PrintBlockContext): void {
  if (!isJsonObject(line)) return
  for (const [place, text] of Object.entries(line)) {
    const rest = asText(text)?.replace(/\{\s*pages?\s*\}/g, (mark) => ' '.repeat(mark.length))
    checkText(context, [...context.path, place], rest)
  }
}

/** Checks that the content, or the labels, have room on the paper. */
function checkPage(document: JsonObject, context: CheckContext, report: Report): void {
  const page = asText(document.page)
  const read = (value: unknown) => (isJsonObject(value) ? value : undefined)
  const labels = read(document.labels)
  if (page === undefined || context.isFaulty(['margins'])) return
  const layout = { ...document, page, margins: read(document.margins) } as PageLayout
  const room = contentSize(layout)
  if (!(room.width > 0 && room.height > 0))
    report(['margins'], { code: 'BAD_VALUE', text: '页边距比纸还大，请改小' })
  if (labels && parsePaper(page).isLabel) {
    const text = '标签机的标签一张就是一个，请删去 labels，或把 page 改成 A4 这样的纸'
    report(['labels'], { code: 'BAD_VALUE', text })
  }
  if (labels || parsePaper(page).isLabel)
    for (const word of ['header', 'footer'])
      if (document[word] !== undefined)
        report([word], { code: 'BAD_VALUE', text: `标签没有页眉和页脚，请删去 ${word}，写成块` })
  if (!labels || context.isFaulty(['labels'])) return
  const size = gridSize(labels as unknown as LabelGrid)
  for (const [word, count, title] of [
    ['width', 'columnCount', '宽'],
    ['height', 'rowCount', '高'],
  ] as const)
    if (size[word] > room[word] + 0.01) {
      const text = `标签共${title} ${round(size[word])} 毫米，纸上只有 ${round(room[word])} 毫米，请改小 ${word} 或 ${count}，或改小页边距`
      report(['labels', word], { code: 'BAD_VALUE', text })
    }
}

const round = (length: number): number => Math.round(length * 10) / 10
