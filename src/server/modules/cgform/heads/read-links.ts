import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { hasKind } from '#runtime/schema/kinds/document-json.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { DocumentSource } from '../../design/interface.ts'
import { findScreen } from './settings/configuration.ts'
import type { Links } from './settings/links.ts'

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The screens and pickers of the released documents. */
export function readLinks(sources: ReadonlyMap<string, DocumentSource>): Links {
  const bodies: JsonObject[] = [...sources.values()].map(({ current }) => current)
  const pickers = bodies.filter((body) => hasKind(body, 'picker'))
  const screens = bodies.flatMap((body) => (isOverlay(body) ? [] : (findScreen(body) ?? [])))
  const named = (table: string) => screens.find((screen) => screen.table?.name === table)
  return {
    findScreen: named,
    findPicker(name) {
      const report = bodies.find((body) => hasKind(body, 'report') && body.code === name)
      const ids = [named(name)?.id, readText(report?.id), name]
      const isOver = ({ source }: JsonObject) =>
        isJsonObject(source) && ids.includes(readText(source.screen) || readText(source.report))
      const found = pickers.find(({ code }) => code === name) ?? pickers.find(isOver)
      return found && readText(found.code)
    },
  }
}
