import { fieldValues } from '#runtime/fields/values.ts'
import { AppError, type ErrorCode } from '#runtime/kernel/errors.ts'
import { computeDefault } from '#runtime/record/formulas/defaults.ts'
import { envScope, keySet } from '#runtime/record/scope.ts'
import type { PanelBlock, PanelDocument, PanelFilter } from '#runtime/schema/kinds/panel/shape.ts'
import type { Field } from '#runtime/schema/types.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { buildCaller } from '../../../records/caller.ts'
import type { ReportServices } from '../../../reports/services.ts'
import { drawBlock } from './draw-block.ts'
import type { Part } from './part.ts'
import { readSource, type SourceReader } from './read-source.ts'

const asField = ({ key, ...filter }: PanelFilter): Field => ({ ...filter, key }) as Field

/** The values of placeholders in the queries of a panel: its filters have their defaults. */
function openScope(services: ReportServices, { filters = [] }: PanelDocument, user: SessionUser) {
  const env = buildCaller(user, services).env('detail')
  const fields = filters.map(asField)
  const scope = envScope(env)
  const params = Object.fromEntries(
    fields.map((field) => [field.key, String(computeDefault(field, scope) ?? '')]),
  )
  return envScope({ ...env, params, paramKeys: keySet(fields, fieldValues) })
}

export type PanelServices = ReportServices & Pick<PlatformServices, 'log'>

const hiddenCodes: readonly ErrorCode[] = ['FORBIDDEN', 'NO_DATA_PERMISSION']

/** What a panel shows to a person, block by block; blocks that the person may not see are left out. */
export async function readPanelParts(
  services: PanelServices,
  panel: PanelDocument,
  user: SessionUser,
  signal: AbortSignal,
): Promise<Part[]> {
  const scope = openScope(services, panel, user)
  const value = (raw: unknown) =>
    computeDefault({ key: 'said', type: 'input', defaultValue: raw as string | null }, scope)
  const read: SourceReader = async (block) => {
    try {
      return await readSource(services, block, user, value)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError && hiddenCodes.includes(error.code)) return 'hidden'
      services.log.warn({ err: error, panel: panel.id, block: block.title }, 'a block was not read')
      return 'failed'
    }
  }
  const parts: Part[] = []
  for (const block of panel.blocks) {
    signal.throwIfAborted()
    if (isPermitted(block, user)) for (const part of await drawBlock(block, user, read)) add(parts, part)
  }
  return parts
}

/** Adds a part; numbers without a title stand beside those before. */
function add(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  const isBeside =
    part.type === 'figures' &&
    last?.type === 'figures' &&
    part.title === undefined &&
    last.title === undefined
  if (isBeside) parts[parts.length - 1] = { ...last, figures: [...last.figures, ...part.figures] }
  else parts.push(part)
}

const isPermitted = ({ needs }: PanelBlock, user: SessionUser): boolean =>
  needs === undefined || holds(user, needs)
