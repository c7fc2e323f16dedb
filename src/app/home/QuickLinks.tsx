import { Button } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { listMenuEntries } from '#client/menu/menu.ts'
import { permissionsAtom, userAtom } from '#client/session/state.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockFrame } from '#runtime/screens/panel/BlockFrame.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'
import { chosenLinksAtom, getPath, linksFor, listWays } from './quick-links.ts'
import './quick-links.css'

const LinksEditor = lazyDialog(async () => (await import('./LinksEditor.tsx')).LinksEditor)

/** Links to frequently used pages: chosen by the user, stored in this browser. */
export function QuickLinks({ block }: { block: Block<'links'> }) {
  const userId = useAtomValue(userAtom)?.id ?? ''
  const menu = useAtomValue(permissionsAtom)?.menu
  const [chosen, choose] = useAtom(chosenLinksAtom)
  const [isEditing, setEditing] = useState(false)
  const targets = useMemo(() => listWays(listMenuEntries(menu ?? [])), [menu])
  const links = linksFor(chosen?.[userId], block.links, targets)
  const keep = (paths: readonly string[] | undefined) => {
    const { [userId]: _, ...others } = chosen ?? {}
    choose(paths ? { ...others, [userId]: paths } : others)
    setEditing(false)
  }
  return (
    <BlockFrame
      title={block.title}
      tools={
        <Button type="link" size="small" className="app-quick-edit" onClick={() => setEditing(true)}>
          编辑
        </Button>
      }
    >
      {links.length > 0 ? (
        <ul className="app-quick-links">
          {links.map(({ title, href, icon }) => (
            <li key={href}>
              <Link to={href}>
                <NamedIcon name={icon ?? 'appstore'} />
                <span>{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className="pro-block-none">还没有常用入口，点「编辑」从菜单里选。</div>
      )}
      {isEditing && (
        <LinksEditor
          targets={targets}
          paths={links.map(({ href }) => getPath(href))}
          isOwn={chosen?.[userId] !== undefined}
          onKeep={keep}
          onClose={() => setEditing(false)}
        />
      )}
    </BlockFrame>
  )
}
