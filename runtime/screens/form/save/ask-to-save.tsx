import type { HookAPI } from 'antd/es/modal/useModal'
import { errorText } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** The field of a path as the form names it: 单价, 第 2 行 单价. */
function formatPlace({ fields }: Pick<ScreenDocument, 'fields'>, { path }: Problem): string {
  const [, key, row, cell] = path.split('/')
  const field = fields.find((entry) => entry.key === key)
  if (!field) return ''
  const column = isDetail(field) ? field.fields.find((entry) => entry.key === cell) : undefined
  return column ? `第 ${Number(row) + 1} 行 ${getTitle(column)}` : getTitle(field)
}

/** Lists the warnings of a record and requests the decision to save it in spite of them. */
export const askToSave = async (
  modal: HookAPI,
  screen: Pick<ScreenDocument, 'fields'>,
  warnings: readonly Problem[],
): Promise<boolean> =>
  modal.confirm({
    title: errorText('UNCONFIRMED', { count: warnings.length }),
    content: (
      <ul className="pro-warnings">
        {warnings.map((warning) => (
          <li key={`${warning.path} ${warning.text}`}>
            <b>{formatPlace(screen, warning)}</b>
            {warning.text}
          </li>
        ))}
      </ul>
    ),
    okText: '仍要保存',
    cancelText: '返回修改',
    autoFocusButton: 'cancel',
  })
