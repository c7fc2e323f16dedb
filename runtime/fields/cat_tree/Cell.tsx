export { CodeCell as CatTreeCell } from '../parts/CodeCell.tsx'
