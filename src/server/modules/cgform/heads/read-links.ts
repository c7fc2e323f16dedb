import { isJsonObject, type JsonObject, readText } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { DocumentSource } from '../../design/interface.ts'
import { findScreen } from './settings/configuration.ts'
import type { Links } from './settings/links.ts'

/** The screens and pickers of the released documents. */
export function readLinks(sources: ReadonlyMap<string, DocumentSource>): Links {
  const bodies: JsonObject[] = [...sources.values()].map(({ current }) => current)
  const pickers = bodies.filter((body) => hasCapability(body, 'picksRecords'))
  const screens = bodies.flatMap((body) => (isOverlay(body) ? [] : (findScreen(body) ?? [])))
  const named = (table: string) => screens.find((screen) => screen.table?.name === table)
  return {
    findScreen: named,
    findPicker(name) {
      const report = bodies.find((body) => hasCapability(body, 'hasQuery') && body.code === name)
      const ids = [named(name)?.id, readText(report?.id), name]
      const isOver = ({ source }: JsonObject) =>
        isJsonObject(source) && ids.includes(readText(source.screen) || readText(source.report))
      const found = pickers.find(({ code }) => code === name) ?? pickers.find(isOver)
      return found && readText(found.code)
    },
  }
}
