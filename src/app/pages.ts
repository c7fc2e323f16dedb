import { importHouse } from './house.ts'
import { lazyPage } from './lazy-page.ts'

export const SignInPage = lazyPage(() => import('./sign-in/SignIn.tsx'))
export const TestHome = lazyPage(() => import('../views/test/TestHome.tsx'))
export const GlobePage = lazyPage(() => import('../views/test/GlobePage.tsx'))
export const House = lazyPage(importHouse)
export const RegisterPage = lazyPage(() => import('./sign-in/Register.tsx'))
export const RegisterResultPage = lazyPage(() => import('./sign-in/RegisterResult.tsx'))
export const AlterationPage = lazyPage(() => import('./sign-in/Alteration.tsx'))
