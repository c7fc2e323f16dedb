import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { filesIn } from '#runtime/fields/kit/files/paths.ts'
import { Thumbnail } from '#runtime/fields/kit/files/Thumbnail.tsx'
import { useFileUrl } from '#runtime/fields/kit/files/useFileUrl.ts'
import { useFileViewer } from '#runtime/fields/kit/viewer/useFileViewer.tsx'
import { viewedFiles } from '#runtime/fields/kit/viewer/viewed-file.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import { RecordMenu } from '../list-kit/records/RecordMenu.tsx'
import { useListColors } from '../list-kit/table/list-colors.ts'
import { RecordName, RecordValues } from '../list-kit/table/RecordText.tsx'
import type { List } from '../list-kit/useList.ts'
import type { ListActions } from '../list-kit/useListActions.tsx'
import type { CardPlan } from './card-plan.ts'

interface Props {
  card: CardPlan
  list: List
  actions: ListActions
  row: ListRow
}

/** A record as a card: its picture, its title, a few lines of text, further values, and its actions. */
export function Card({ card: { title, image, text, subtitle }, list, actions, row }: Props) {
  const { lookup } = useServices()
  const colors = useListColors(list.plan.columns)(row)
  const name = printValue(title, row, lookup) || '（无标题）'
  return (
    <li className="pro-card" data-row-id={row.id} data-color={colors?.row}>
      {image && <CardImage column={image} row={row} name={name} />}
      <div className="pro-card-text">
        <div className="pro-card-title" data-field={title.key} data-color={colors?.cell(title.key)}>
          <RecordName list={list} row={row} name={name} />
        </div>
        {text && !isBlank(row[text.key]) && <p>{printValue(text, row, lookup)}</p>}
        <RecordValues columns={subtitle} row={row} colors={colors} />
      </div>
      <RecordMenu list={list} row={row} name={name} actions={actions} first={[]} />
    </li>
  )
}

/** The first picture of a record, which opens all of them; an empty frame keeps the cards of a line alike. */
function CardImage({ column: { key, field }, row, name }: { column: Column; row: ListRow; name: string }) {
  const settings = field as FileSettings
  const getUrl = useFileUrl(settings)
  const value = row[key]
  const files = typeof value === 'string' || Array.isArray(value) ? filesIn(value) : []
  const { open, viewer } = useFileViewer(() => viewedFiles(files, { ...settings, getUrl }))
  const [first] = files
  return (
    <div className="pro-card-image">
      {first && (
        <button type="button" aria-label={`查看「${name}」的图片`} onClick={(event) => open(0, event)}>
          <Thumbnail url={getUrl(first.filePath)} alt="" />
        </button>
      )}
      {viewer}
    </div>
  )
}
