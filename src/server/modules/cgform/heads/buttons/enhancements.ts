import type { JsonObject } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { toHeadId } from '../../../../documents/head-id.ts'

type Descriptions = Readonly<Record<string, string>>

const linkageWords = { showIf: '显示', requireIf: '必填', disableIf: '不可改', compute: '计算' } as const

const listLines = (field: Field): string[] =>
  Object.entries(linkageWords).flatMap(([key, word]) => {
    const expression = (field as unknown as JsonObject)[key]
    return typeof expression === 'string' ? [`${getTitle(field)}：${word} ${expression}`] : []
  })

/** What clients call JS enhancement: the linkage of a form in words; no script. */
export const scriptRow = (screen: StoredScreen, type: string): JsonObject => ({
  id: `${toHeadId(screen)}.${type}`,
  cgformHeadId: toHeadId(screen),
  cgJsType: type,
  cgJs: '',
  content: type === 'form' ? screen.fields.flatMap(listLines).join('\n') : '',
})

/** What clients call SQL enhancement: the effects of moves. */
export const effectRows = (screen: StoredScreen, descriptions: Descriptions): JsonObject[] =>
  (screen.flow?.moves ?? []).flatMap(({ code, effect }) =>
    effect === undefined
      ? []
      : [
          {
            id: `${toHeadId(screen)}.${code}`,
            cgformHeadId: toHeadId(screen),
            buttonCode: code,
            cgbSql: '',
            cgbSqlName: effect,
            content: descriptions[effect] ?? effect,
          },
        ],
  )

/** What clients call Java enhancement: the hooks of a screen. */
export const hookRows = (screen: StoredScreen, descriptions: Descriptions): JsonObject[] =>
  (screen.hooks ?? []).map((name) => ({
    id: `${toHeadId(screen)}.${name}`,
    cgformHeadId: toHeadId(screen),
    buttonCode: 'add,edit,delete',
    event: 'start',
    cgJavaType: 'spring',
    cgJavaValue: name,
    activeStatus: '1',
    content: descriptions[name] ?? name,
  }))
