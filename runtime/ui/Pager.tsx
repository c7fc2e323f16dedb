import { Pagination } from 'antd'

interface Props {
  current: number
  pageSize: number
  total: number
  sizes: readonly number[]
  /** Narrow layout with numbers and arrows only. */
  narrow: boolean
  small?: boolean
  onChange(page: number, pageSize: number): void
}

/** 第 1–10 条 of `total` rows. */
export const spanText = (current: number, pageSize: number, total: number): string => {
  const figure = (value: number) => value.toLocaleString('en-US')
  const first = total === 0 ? 0 : (current - 1) * pageSize + 1
  return `第 ${figure(first)}–${figure(Math.min(total, current * pageSize))} 条`
}

/** Page buttons, page sizes and a jump input; for lists and detail tables. */
export function Pager({ current, pageSize, total, sizes, narrow, small, onChange }: Props) {
  return (
    <Pagination
      current={current}
      pageSize={pageSize}
      total={total}
      pageSizeOptions={[...sizes]}
      simple={narrow}
      size={small ? 'small' : 'default'}
      showSizeChanger={!narrow}
      showQuickJumper={!narrow}
      onChange={onChange}
      itemRender={(_page, kind, element) =>
        kind === 'jump-prev' || kind === 'jump-next' ? (
          <button
            type="button"
            className="pro-jump"
            aria-label={kind === 'jump-prev' ? '向前 5 页' : '向后 5 页'}
          >
            …
          </button>
        ) : (
          element
        )
      }
    />
  )
}
