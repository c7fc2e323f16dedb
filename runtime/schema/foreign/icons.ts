import { iconNames } from '../names/icon-names.ts'

const icons: ReadonlySet<string> = new Set(iconNames)

/** Our name of an icon of antd, Element or Font Awesome: `UserOutlined`, `el-icon-user`, `fa fa-user`; undefined where there is none. */
export function ownIcon(name: string): string | undefined {
  const word = name
    .replace(/^(fa[srb]? fa-|el-icon-|fa-|icon-)/, '')
    .replace(/[-_]?(Outlined|Filled|TwoTone|outlined|filled)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
  return word !== name && icons.has(word) ? word : undefined
}
