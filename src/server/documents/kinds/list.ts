import type { ActionCode } from '#runtime/schema/action-codes.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { FormDocument, IndexEntry, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { getPath } from '../check/constants.ts'
import type { Registration } from '../services.ts'
import type { RegistrationServices } from './registration-services.ts'

/** The permission to see the records of a screen or a report. */
export const listCode = (document: StoredScreen | StoredReport): string => `${getPerm(document)}:list`

/** Registers the menu entry and the codes of a screen or a report. */
export async function registerList(
  document: StoredScreen | StoredReport,
  codes: ActionCode[],
  { permissions }: RegistrationServices,
): Promise<void> {
  const { id, title, menu, roles } = document
  const isShared = 'rightsOwner' in document
  const registration: Registration = {
    owner: id,
    codes: codes.map((code) =>
      !isShared && code.code.startsWith(`${getPerm(document)}:`) ? code : { ...code, isForeign: true },
    ),
    listCode: listCode(document),
    ...(roles && { roles }),
  }
  if (menu) registration.menu = { id, title, path: getPath(id), component: id, ...menu }
  else await permissions.retire(id)
  await permissions.register(registration)
}

/** The client components that the document replaces, and the address of its page where the menu leads to it. */
export const pageIndexEntry = ({
  id,
  component = [],
  menu,
}: Pick<StoredScreen | StoredReport | FormDocument | PanelDocument, 'id' | 'component' | 'menu'>): Pick<
  IndexEntry,
  'components' | 'path'
> => ({
  components: [id, ...component],
  ...(menu && { path: menu.path ?? getPath(id) }),
})
