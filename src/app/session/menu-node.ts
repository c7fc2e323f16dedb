/** A node of the server's menu (contract 4.1). */
export interface MenuNode {
  id: string
  path: string
  name: string
  component: string
  redirect?: string | null
  /** "0" is a container only: no route of its own. */
  route?: string
  hidden?: boolean
  alwaysShow?: boolean
  children?: MenuNode[]
  meta: {
    title: string
    icon?: string | null
    url?: string
    target?: string
    /** True: opens in a window of its own. */
    internalOrExternal?: boolean
  }
}
