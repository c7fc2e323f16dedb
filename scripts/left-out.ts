import type { Plugin } from 'vite'

/** A module of a package that one of its importers gets a replacement for. */
export interface Replacement {
  /** The package's module that imports the replaced one: the end of its path, or a folder. */
  from: RegExp
  /** The imported name, as it is written there. */
  name: RegExp
  /** The code instead. A part that code may not use is `undefined`, so that React refuses to draw it. */
  code?: string
  /** The module instead, as the importer would write it. */
  to?: (name: string) => string
}

const unused = 'export default undefined'

/**
 * Parts of packages that no screen uses but every first list would load, because a module that it needs imports them.
 * tests/contract/left-out.test.ts proves that the packages still import them, and that no code uses them by their names.
 */
export const replacements: Record<string, Replacement> = {
  // Import `antd/es/input/TextArea` and `antd/es/input/Password` directly.
  'attachments of Input': {
    from: /\/antd\/es\/input\/index\.js$/,
    name: /^\.\/(Group|OTP|Password|Search|TextArea)$/,
    code: unused,
  },
  'button group': {
    from: /\/antd\/es\/button\/button\.js$/,
    name: /^\.\/button-group$/,
    code: `import { createContext } from 'react'
export const GroupSizeContext = createContext(undefined)
export default undefined`,
  },
  'dropdown button': {
    from: /\/antd\/es\/dropdown\/index\.js$/,
    name: /^\.\/dropdown-button$/,
    code: unused,
  },
  'addon of Space': {
    from: /\/antd\/es\/space\/index\.js$/,
    name: /^\.\/Addon$/,
    code: unused,
  },
  'checkable tag': {
    from: /\/antd\/es\/tag\/index\.js$/,
    name: /^\.\/CheckableTag$/,
    code: unused,
  },
  'skeletons of dialogs and drawers': {
    from: /\/antd\/es\/(modal\/Modal|drawer\/DrawerPanel)\.js$/,
    name: /^\.\.\/skeleton$/,
    code: unused,
  },
  // Components for antd's own documentation.
  'panels without a popup': {
    from: /\/antd\/es\/[\w-]+\/[\w-]+\.js$/,
    name: /^\.\.\/_util\/PurePanel$/,
    code: 'export const withPureRenderTheme = () => undefined\nexport default () => undefined',
  },
  'panels of dialogs and tooltips': {
    from: /\/antd\/es\/(modal|tooltip)\/index\.js$/,
    name: /^\.\/PurePanel$/,
    code: unused,
  },
  // Filters in column heads are flat lists.
  'tree of filters in column heads': {
    from: /\/antd\/es\/table\/hooks\/useFilter\/FilterDropdown\.js$/,
    name: /^(\.\.\/)+tree$/,
    code: unused,
  },
  // A table draws single boxes.
  'groups of boxes in tables': {
    from: /\/antd\/es\/table\/hooks\/(useSelection|useFilter\/FilterDropdown)\.js$/,
    name: /^(\.\.\/)+(checkbox|radio)$/,
    to: (name) => (name.endsWith('radio') ? `${name}/radio` : `${name}/Checkbox`),
  },
  'state of forms in radio groups': {
    from: /\/antd\/es\/radio\/group\.js$/,
    name: /^\.\.\/form\/hooks\/useForm$/,
    code: "export const toNamePathStr = (name) => [name ?? []].flat().join('_')",
  },
  'state of forms in antd’s contexts': {
    from: /\/antd\/es\/form\/context\.js$/,
    name: /^rc-field-form$/,
    to: () => 'rc-field-form/es/FormContext',
  },
  // @ant-design/v5-patch-for-react-19 replaces it.
  'rendering before React 19': {
    from: /\/antd\/es\/config-provider\/UnstableContext\.js$/,
    name: /^rc-util\/es\/React\/render$/,
    code: 'export const render = undefined\nexport const unmount = undefined',
  },
  // The page has one language, which src/app/shell/Theme.tsx provides.
  'English texts': {
    from: /\/antd\/es\/.*\.js$/,
    name: /\/en_US$/,
    to: (name) => name.replace(/en_US$/, 'zh_CN'),
  },
  // The package offers browsers its development build only.
  'warnings of the router for developers': {
    from: /\/react-router-dom\/dist\/index\.mjs$/,
    name: /^react-router(\/dom)?$/,
    to: (name) => `../../react-router/dist/production/${name.endsWith('dom') ? 'dom-export' : 'index'}.mjs`,
  },
  // Every browser sends requests by XMLHttpRequest, which reports the progress of uploads.
  'requests by fetch': {
    from: /\/axios\/lib\/adapters\/adapters\.js$/,
    name: /^\.\/fetch\.js$/,
    code: 'export const getFetch = () => null',
  },
}

const prefix = '\0left-out:'

/** Replaces the parts in the built client. */
export const leftOut: Plugin = {
  name: 'left-out',
  apply: (config, { command }) => command === 'build' && !config.build?.ssr,
  enforce: 'pre',
  resolveId(id, from) {
    if (from === undefined) return null
    for (const [part, { from: importer, name, to }] of Object.entries(replacements))
      if (name.test(id) && importer.test(from))
        return to ? this.resolve(to(id), from, { skipSelf: true }) : prefix + part
    return null
  },
  load: (id) => (id.startsWith(prefix) ? (replacements[id.slice(prefix.length)]?.code ?? null) : null),
}
