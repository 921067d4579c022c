/**
 * How the code is cut into files. Left alone the bundler makes dozens of tiny shared ones, and each is a request; left
 * to join them by size it gives pages code they do not need. So the files that many pages share are named here.
 */
import type { Rolldown } from 'vite'

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // What starts the look-up, and what every page needs.
    { name: 'first', test: /\/web\/main\.tsx$/, priority: 6 },
    {
      name: 'app',
      test: /\/web\/(app\/start\.tsx|texts\/common\.ts|lib\/format\.ts|components\/(skeleton|text-link)\.tsx)$/,
      priority: 5,
    },
    // One request for the homepage.
    { name: 'home', test: /\/web\/pages\/home\.tsx$/, priority: 4 },
    { name: 'queries', test: /\/web\/app\/with-queries\.tsx$/, priority: 3 },
    // What nearly every page but the homepage shows.
    {
      name: 'basis',
      test: /\/web\/components\/(card|error-state|markdown|notice|page-header)\.tsx$/,
      priority: 3,
    },
    // What the login needs of forms; the larger inputs come with the pages that have them.
    {
      name: 'form',
      test: /\/web\/(components\/(form|submit-button|text-input|password-input)\.tsx|lib\/(apply-problem|drafts)\.ts)$/,
      priority: 2,
    },
    { name: 'schemas', test: /\/node_modules\/(@hookform|zod)\//, priority: 2 },
    { name: 'home-sections', test: /\/web\/pages\/home-sections\.tsx$/, priority: 1 },
    { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 2, priority: 1 },
  ],
}
