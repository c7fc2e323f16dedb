import { Segmented } from 'antd'
import './saved-views.css'

interface Props {
  options: { value: string; label: string }[]
  value: string
  onChange(id: string): void
}

/** The views of a list side by side. Most lists have no saved queries, so it is a chunk of its own. */
export function ViewBar(props: Props) {
  return (
    <div className="pro-views">
      <Segmented aria-label="查询方案" {...props} />
    </div>
  )
}
