import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Capability } from '#runtime/schema/kind-plan.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { FormDocument, PickerDocument, StoredScreen } from '#runtime/schema/types.ts'
import {
  type Comparison,
  changedFields,
  changedKeys,
  changedScreenParts,
  isOverSystemTable,
  isSystemForm,
  isSystemSource,
  type SystemPart,
} from './system-parts.ts'

/** What is guarded in the documents of a kind with a capability. */
interface SystemGuard {
  capability: Capability
  /** Whether the rights to a document, or what its records are stored with, protect a table of the application. */
  isSystem(document: JsonObject, find: (id: string) => JsonObject | undefined): boolean
  /** The parts of a document that differ from those of its reference. */
  listChanges(reference: JsonObject, document: JsonObject, comparison: Comparison): SystemPart[]
  /** What a second document over a table of the application, which extends no first one, lacks of the rights to it. */
  listLacks(document: JsonObject): SystemPart[]
}

const tablePart = (path: string): SystemPart => ({ path: [path], name: '系统的表' })

const screens: SystemGuard = {
  capability: 'hasTable',
  isSystem: isOverSystemTable,
  listChanges: (reference, document, comparison) =>
    changedScreenParts(reference as unknown as StoredScreen, document as unknown as StoredScreen, comparison),
  listLacks: () => [tablePart('table')],
}

const formParts = { needs: '权限编码', params: '参数', load: '取值', submit: '提交' }

const forms: SystemGuard = {
  capability: 'submitsForm',
  isSystem: isSystemForm,
  listChanges(reference, document, comparison) {
    const [old, now] = [reference, document] as unknown as [FormDocument, FormDocument]
    return [
      ...changedKeys(reference, document, formParts),
      ...changedFields(old.fields, now.fields, ['fields'], comparison),
    ]
  },
  listLacks: () => [],
}

const sourceParts = { code: '编码', source: '来源' }
const isOverSystemSource: SystemGuard['isSystem'] = ({ source }, find) => isSystemSource(source, find)

/** A picker without a code of its own is opened by those who may list the screen. */
const pickers: SystemGuard = {
  capability: 'picksRecords',
  isSystem: isOverSystemSource,
  listChanges(reference, document) {
    const listKeys = ({ fields = [], query = [] }: PickerDocument) => [...fields, ...query]
    const [old, now] = [reference, document] as unknown as [PickerDocument, PickerDocument]
    const formerKeys = new Set(listKeys(old))
    return [
      ...changedKeys(reference, document, {
        ...sourceParts,
        needs: '权限编码',
        returns: '带回',
        sideTree: '左边的树',
      }),
      ...(listKeys(now).every((key) => formerKeys.has(key)) ? [] : [{ path: ['fields'], name: '列' }]),
    ]
  },
  listLacks: ({ needs }) => (needs === undefined ? [] : [{ path: ['needs'], name: '权限编码' }]),
}

/** A dictionary is open to all. */
const dictionaries: SystemGuard = {
  capability: 'hasChoices',
  isSystem: isOverSystemSource,
  listChanges: (reference, document) => changedKeys(reference, document, sourceParts),
  listLacks: () => [tablePart('source')],
}

const guards: readonly SystemGuard[] = [screens, forms, pickers, dictionaries]

/** The guard of a document's kind; undefined for a kind whose documents protect no table of the application. */
export const findSystemGuard = (document: JsonObject): SystemGuard | undefined =>
  guards.find(({ capability }) => hasCapability(document, capability))
