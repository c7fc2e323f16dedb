import { importHouse } from './house.ts'
import { lazyPage } from './lazy-page.ts'

export const SignInPage = lazyPage('sign-in', () => import('./sign-in/SignIn.tsx'))
export const House = lazyPage('house', importHouse)
