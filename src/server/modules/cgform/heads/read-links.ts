import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { hasKind } from '#runtime/schema/kinds/written.ts'
import type { DocumentSource } from '../../design/interface.ts'
import { screenOf } from './settings/configuration.ts'
import type { Links } from './settings/links.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The screens and pickers of the released documents. */
export function readLinks(sources: ReadonlyMap<string, DocumentSource>): Links {
  const bodies: JsonObject[] = [...sources.values()].map(({ current }) => current)
  const pickers = bodies.filter((body) => hasKind(body, 'picker'))
  const screens = bodies.flatMap((body) => (isOverlay(body) ? [] : (screenOf(body) ?? [])))
  const named = (table: string) => screens.find((screen) => screen.table?.name === table)
  return {
    screenOf: named,
    pickerOf(name) {
      const report = bodies.find((body) => hasKind(body, 'report') && body.code === name)
      const ids = [named(name)?.id, text(report?.id), name]
      const isOver = ({ source }: JsonObject) =>
        isJsonObject(source) && ids.includes(text(source.screen) || text(source.report))
      const found = pickers.find(({ code }) => code === name) ?? pickers.find(isOver)
      return found && text(found.code)
    },
  }
}
