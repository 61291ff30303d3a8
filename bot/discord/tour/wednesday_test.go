package tour

import (
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (to *tour) wednesday() {
	to.album.begin("Wednesday: in Chinese, in high contrast", "美玲 plays from Taipei, with her thumb.")
	to.morning()
	mei := to.mei
	mei.ask("looks at how boards can be", "settings")
	mei.tap("chooses high contrast", "高對比")
	mei.ask("opens the daily", "daily")
	cell, digit := mei.open(0)
	mei.tap("taps a box", fmt.Sprintf("第 %d 宮", sudoku.Sudoku.Box(cell)+1))
	mei.tap("taps a cell", cell.String())
	mei.tap("taps a digit", digit.String())
	mei.tap("wants a hint", "提示")
	mei.tap("and the technique", "再多說一點")
	mei.tap("and the reason", "再多說一點")
	mei.tap("and has it done", "直接幫我做")
	mei.solve(9 * time.Minute)
	mei.finish("writes the last digit")
	mei.tap("shares it", "分享")
	to.forumPost()
	to.sealing()
}

// forumPost is what Ben's server has in the morning.
func (to *tour) forumPost() {
	to.album.begin("Wednesday: the post in the forum", "Its title is that of the post; the daily stands in it.")
	thread := to.nameThreads(to.forumChannel, 1)
	head := to.head.at(thread.ID)
	head.read("sees the daily of his own server", to.srv.Messages(thread.ID)[0])
	head.tap("opens it", "Spielen")
	head.ask("has it solved by another program, and hands it in", "submit", "answer="+solution(head.T, head.game()).String())
}

// sealing has the dailies from tomorrow on be sealed.
func (to *tour) sealing() {
	to.album.begin("Wednesday evening: times that mean something", "Ada has the next dailies sealed, so that each time begins with Play.")
	to.ada.ask("seals them", "schedule", "sealed=on")
}
