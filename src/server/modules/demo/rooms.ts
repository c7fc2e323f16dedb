import type { JsonObject } from '#runtime/kernel/json.ts'

/** The branches of the library: tenants whose records the others do not see. */
export const branches = [
  { tenantId: 1, name: '城东分馆' },
  { tenantId: 2, name: '城西分馆' },
] as const

const room = (fname: string, fplace: string, fseats: number, fopen: string): JsonObject => ({
  fname,
  fplace,
  fseats,
  fopen,
})

/** Reading rooms by tenant; those of the main library belong to none. */
export const rooms: readonly (readonly [tenantId: number, rooms: readonly JsonObject[]])[] = [
  [
    0,
    [
      room('方志阅览室', '主楼二层', 48, '周二至周日 9:00—17:00'),
      room('善本阅览室', '主楼三层', 12, '周二至周六 9:00—16:00，须预约'),
      room('缩微阅览室', '主楼三层', 8, '周二至周六 9:00—16:00'),
    ],
  ],
  [
    1,
    [
      room('方志阅览室', '一层东侧', 24, '每日 9:00—20:00'),
      room('少儿阅览室', '一层西侧', 30, '每日 9:00—18:00'),
    ],
  ],
  [2, [room('综合阅览室', '二层', 36, '每日 9:00—20:00')]],
]
