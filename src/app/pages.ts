import { lazyPage } from '#client/lazy-page.ts'
import { preloadShell } from './preload-shell.ts'

export const SignInPage = lazyPage(() => import('./sign-in/SignIn.tsx'))
export const PublicPages = lazyPage(() => import('./public-form/PublicPages.tsx'))
export const TestHome = lazyPage(() => import('#views/test/TestHome.tsx'))
export const GlobePage = lazyPage(() => import('#views/test/GlobePage.tsx'))
export const AppShell = lazyPage(preloadShell)
export const RegisterPage = lazyPage(() => import('./sign-in/register/Register.tsx'))
export const RegisterResultPage = lazyPage(() => import('./sign-in/register/RegisterResult.tsx'))
export const AlterationPage = lazyPage(() => import('./sign-in/alteration/Alteration.tsx'))
