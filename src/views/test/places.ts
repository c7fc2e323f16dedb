/** The cities of the province, north to south, to which the globe can turn. */
export const places = [
  { name: '湖州', longitude: 120.09, latitude: 30.89 },
  { name: '嘉兴', longitude: 120.76, latitude: 30.75 },
  { name: '杭州', longitude: 120.15, latitude: 30.28 },
  { name: '绍兴', longitude: 120.58, latitude: 30.01 },
  { name: '舟山', longitude: 122.21, latitude: 29.99 },
  { name: '宁波', longitude: 121.55, latitude: 29.87 },
  { name: '金华', longitude: 119.65, latitude: 29.08 },
  { name: '衢州', longitude: 118.87, latitude: 28.94 },
  { name: '台州', longitude: 121.42, latitude: 28.66 },
  { name: '丽水', longitude: 119.92, latitude: 28.47 },
  { name: '温州', longitude: 120.7, latitude: 28.0 },
] as const

export type Place = (typeof places)[number]
