export { MyWork } from './MyWork.tsx'
export { QuickLinks } from './QuickLinks.tsx'
