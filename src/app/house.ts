/** The layout and all it brings; also fetched ahead, while somebody signs in. */
export const importHouse = () => import('./shell/House.tsx')
