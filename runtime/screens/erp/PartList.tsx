import type { ComponentProps, ReactNode } from 'react'
import { ListBody, ListPages, ListRows } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext } from '../list-kit/parts/list-context.tsx'

interface Props extends Omit<ComponentProps<typeof ListContext>, 'isEmbedded' | 'children'> {
  /** Shown instead of rows while nothing can be listed; no action is possible then. */
  idle: ReactNode
  /** The message after a failed request, instead of the default one. */
  failure?: string
}

/** A list of what belongs to the selected record. */
export const PartList = ({ idle, failure, ...props }: Props) => (
  <ListContext {...props} isEmbedded>
    <ListSheet>
      {!idle && <ListQuery />}
      <ListToolbar isSteady isDisabled={idle !== null} />
      <ListBody>{idle ?? <ListRows isSteady failure={failure} />}</ListBody>
      <ListPages />
      {!idle && <ListPhoneBar />}
    </ListSheet>
    <ListForms />
  </ListContext>
)
