import Type from 'typebox'
import { closed, Key } from '../../language/base.ts'
import { component, menu, needs, pageHead, roles } from '../../language/document.ts'
import { optional, required, withUse } from '../../language/property.ts'
import { askedProperties } from '../../language/report.ts'
import type { PanelBlock } from './blocks/shapes.ts'

export type { PanelBlock } from './blocks/shapes.ts'
export type { PanelSource } from './sources.ts'

/** A value of the query bar of a panel, which the queries of its blocks read as `params.<key>`. */
export const Filter = Type.Object(
  { key: required('名字', '块的 query 里写 "=params.名字"', 'warehouse', Key), ...askedProperties },
  closed,
)

/** The properties of a panel; `blockTypes` names the types of blocks with their titles. */
export const panelParts = (blockTypes: string) => ({
  ...pageHead('panel'),
  needs,
  roles,
  component,
  menu,
  refresh: withUse(
    { isCommon: true },
    optional('自动刷新', '每几秒重新取一次', 60, Type.Integer({ minimum: 5, maximum: 86_400 })),
  ),
  columnCount: withUse(
    { isCommon: true },
    optional('列数', '看板分几列，缺省 24', 24, Type.Integer({ minimum: 1, maximum: 24 })),
  ),
  greeting: withUse(
    { isCommon: true },
    optional('问候', '标题换成按时辰的问候和姓名，并说有几件待办', true, Type.Boolean()),
  ),
  personal: withUse(
    { isCommon: true },
    optional('各人自己排', '每个人自己增减、移动、放大缩小各块，可以恢复；大屏不行', true, Type.Boolean()),
  ),
  wall: withUse(
    { isCommon: true },
    optional(
      '大屏',
      '画在 1920 × 1080 的深色画面上，盖住菜单，按屏幕的大小缩放；手机上仍是普通的看板',
      true,
      Type.Boolean(),
    ),
  ),
  filters: withUse(
    { isCommon: true },
    optional(
      '筛选',
      '看板上方的查询条件；要按它查的块在 query 里写 "=params.名字"，没有填时那个条件不起作用',
      [{ key: 'warehouse', title: '仓库', type: 'select', dictCode: 'stk_warehouse' }],
      Type.Unknown(),
    ),
  ),
  /** The shape of a block depends on its `type`. */
  blocks: required('块', blockTypes, [{ type: 'text', text: '欢迎' }], Type.Unknown()),
})

type Parts = Type.Static<Type.TObject<ReturnType<typeof panelParts>>>
export type PanelFilter = Type.Static<typeof Filter>
export type PanelDocument = Parts & { blocks: PanelBlock[]; filters?: PanelFilter[] }
/** A block of the type `T`. */
export type Block<T extends PanelBlock['type']> = Extract<PanelBlock, { type: T }>
