export { CodeCell as SelSearchCell } from '../parts/CodeCell.tsx'
