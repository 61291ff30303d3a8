// Package classic keeps the historic solvers runnable beside ours, one file each, and counts
// their steps as their authors did.
//
// docs/history.md has their published figures beside those of this package.
package classic
