import {
  ApartmentOutlined,
  DownOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons'
import { useSetAtom } from 'jotai'
import { memo } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { welcome } from '#client/institution.ts'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { useDepartment } from '#client/session/useDepartment.ts'
import type { Mode } from '#client/theme/settings.ts'
import { useFullScreen } from '#runtime/host/useFullScreen.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { useAccountForms } from '../account/useAccountForms.tsx'
import { helpAtom } from '../help/open.ts'
import { Brand } from '../menu/Brand.tsx'
import { MenuSearch } from '../search/MenuSearch.tsx'
import { PhoneTitle } from './PhoneTitle.tsx'
import { TopMenu } from './TopMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const Bell = lazyPart(async () => (await import('../messages/Bell.tsx')).Bell)

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
  isPhone: boolean
  /** The theme of a menu that is placed in the header instead of at the side. */
  topMenu?: Mode
  isOpen: boolean
  onToggle(): void
}

/** The same on every page: a change of page does not render it again. */
export const Header = memo(({ entries, pages, isPhone, topMenu, isOpen, onToggle }: Props) => {
  const { ask, form } = useAccountForms()
  return (
    <header className="app-header" data-menu={topMenu}>
      {topMenu ? (
        <>
          <Brand />
          <TopMenu entries={entries} theme={topMenu} />
        </>
      ) : (
        <>
          <MenuToggle isPhone={isPhone} isOpen={isOpen} onToggle={onToggle} />
          {isPhone ? <PhoneTitle /> : <span className="app-welcome">{welcome}</span>}
        </>
      )}
      <div className="app-header-tools">
        <MenuSearch entries={entries} pages={pages} />
        {!isPhone && <FullScreen />}
        {!isPhone && <Help />}
        <ShellPart title="消息" fallback={<span className="app-header-button" />}>
          <Bell />
        </ShellPart>
        {!isPhone && <Department onOpen={() => ask('depart')} />}
        <UserMenu pages={pages} ask={ask} />
      </div>
      {form}
    </header>
  )
})

function MenuToggle({ isPhone, isOpen, onToggle }: Pick<Props, 'isPhone' | 'isOpen' | 'onToggle'>) {
  const Icon = isPhone ? MenuOutlined : isOpen ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <button
      type="button"
      className="app-header-button"
      aria-label={isOpen && !isPhone ? '收起菜单' : '展开菜单'}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon aria-hidden />
    </button>
  )
}

function FullScreen() {
  const { isFull, toggle } = useFullScreen()
  if (!toggle) return null
  const Icon = isFull ? FullscreenExitOutlined : FullscreenOutlined
  const label = isFull ? '退出全屏' : '全屏'
  return (
    <button
      type="button"
      className="app-header-button"
      aria-label={label}
      title={label}
      onClick={() => toggle()}
    >
      <Icon aria-hidden />
    </button>
  )
}

function Help() {
  const show = useSetAtom(helpAtom)
  return (
    <button
      type="button"
      className="app-header-button app-help-button"
      aria-label="帮助"
      title="帮助"
      onClick={() => show('page')}
    >
      <QuestionCircleOutlined aria-hidden />
    </button>
  )
}

/** Reserves the width of the name while it loads. */
function Department({ onOpen }: { onOpen(): void }) {
  const name = useDepartment()
  return (
    <button
      type="button"
      className="app-header-button app-department"
      aria-label={name ? `${name}，切换部门` : '切换部门'}
      title="切换部门"
      onClick={onOpen}
    >
      {name && (
        <>
          <ApartmentOutlined aria-hidden />
          <span className="app-department-name">{name}</span>
          <DownOutlined className="app-chevron" aria-hidden />
        </>
      )}
    </button>
  )
}
