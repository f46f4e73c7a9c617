    float inner = 1.0;
    for (int i = 0; i < 2; i++) {
        float deep = float(i);
        sum += deep;
    }
    sum += inner;
