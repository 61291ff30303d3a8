package picture

import (
	"container/list"
	"encoding/json"
	"sync"
)

// drawn keeps the pictures drawn last: a daily is posted on many servers, and a board is shown again
// after each click that changes nothing on it. 100 of them take 2 MB.
var drawn = newCache(100)

// cache keeps pictures of boards, as many as it has room for; the one not asked for longest goes.
type cache struct {
	mu    sync.Mutex
	room  int
	known map[string]*list.Element // by the board
	order *list.List               // of *cached, the one asked for last in front
}

type cached struct {
	key     string
	picture []byte
}

func newCache(room int) *cache {
	return &cache{room: room, known: map[string]*list.Element{}, order: list.New()}
}

// picture returns the picture of a board. While it is drawn, others are served; two who ask for the
// same new board at once both draw it.
func (c *cache) picture(b Board) ([]byte, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	key := string(text)
	if picture, ok := c.get(key); ok {
		return picture, nil
	}
	canvas, err := render(b)
	if err != nil {
		return nil, err
	}
	picture, err := canvas.png()
	if err != nil {
		return nil, err
	}
	c.put(key, picture)
	return picture, nil
}

func (c *cache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.known[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(known)
	return known.Value.(*cached).picture, true
}

func (c *cache) put(key string, picture []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.known[key]; ok {
		return
	}
	c.known[key] = c.order.PushFront(&cached{key, picture})
	if c.order.Len() > c.room {
		last := c.order.Remove(c.order.Back()).(*cached)
		delete(c.known, last.key)
	}
}
